/** What is said where several people share a device, in both languages. */

import type { Words } from '../lib/wire'

const text = (en: string, de: string): Words => ({ en, de })

export const TEXTS = {
  handTo: text('Hand the device to {name}', 'Gib das Gerät an {name}'),
  nobodyLooks: text(
    'Everything is hidden. {name}, tap when you have the device.',
    'Alles ist verdeckt. {name}, tipp an, sobald du das Gerät hast.',
  ),
  iAm: text('I am {name}: show my side', 'Ich bin {name}: Zeig meine Seite'),
  waits: text('Nobody has to decide right now.', 'Gerade muss niemand entscheiden.'),
  others: text('Someone else needs a look', 'Jemand anderes will nachsehen'),
  othersHint: text(
    'At their own side, to take something back or to answer. Everyone else looks away.',
    'Auf die eigene Seite, um etwas zurückzunehmen oder zu antworten. Die anderen schauen weg.',
  ),
  turnOf: text('It is {name}’s turn.', '{name} ist dran.'),
  handOn: text('Hand over', 'Weitergeben'),
  fair: text(
    'One device deals for all of you, so you have to trust it and each other. The fingerprint of its secret is shown from the start: it proves that nothing was changed after the deal. It cannot prove that nobody looked.',
    'Ein Gerät teilt für euch alle aus; ihr vertraut also ihm und einander. Der Fingerabdruck seines Geheimnisses steht vom ersten Moment an da: Er beweist, dass nach dem Austeilen nichts geändert wurde. Dass niemand mit dem Gerät nachgesehen hat, kann er nicht beweisen.',
  ),
  fairTitle: text('Is this fair?', 'Ist das fair?'),
} satisfies Record<string, Words>

/** With its gaps filled. */
export const filled = (said: Words, gaps: Record<string, string | number>): Words => {
  const fill = (one: string): string =>
    one.replace(/\{(\w+)\}/g, (whole, key: string) => `${gaps[key] ?? whole}`)
  return { en: fill(said.en), de: fill(said.de) }
}
