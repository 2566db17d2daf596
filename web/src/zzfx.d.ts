declare module 'zzfx' {
  /** Synthesise and play one sound. Importing the module opens an audio context, so it is imported late. */
  export function zzfx(...parameters: (number | undefined)[]): unknown
}
