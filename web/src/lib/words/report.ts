/** What is said where a name is reported. */

import { catalogue, type Phrase } from '../i18n'

const en = {
  reportName: 'Report the name {name}',
  reportText: 'Is a name offensive? The host of this server sees the report and who made it.',
  reportDone: 'Reported. Thank you.',
} satisfies Record<string, Phrase>

const de: Record<keyof typeof en, Phrase> = {
  reportName: 'Den Namen {name} melden',
  reportText:
    'Ist ein Name beleidigend? Wer diesen Server betreibt, sieht die Meldung und von wem sie kommt.',
  reportDone: 'Gemeldet. Danke.',
}

export const say = catalogue(en, de)
