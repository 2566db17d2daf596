/** Whether this is the page that needs no server (`./dev site`). Decided when it is built; what is not used falls away. */
export const STATIC = import.meta.env.MODE === 'site'
