/**
 * What is kept of the matches on this device: rows of a match, a number and a text (`src/slugfest/local/journal.py` says what
 * they mean), in the browser's database. What is written together is kept together or not at all.
 */

export type Row = [match: string, index: number, text: string]

const DATABASE = 'slugfest'
const ROWS = 'rows'

export interface Journal {
  read(): Promise<Row[]>
  write(rows: Row[]): Promise<void>
}

/** A journal that forgets everything with the page. */
export const forgetful: Journal = {
  read: () => Promise.resolve([]),
  write: () => Promise.resolve(),
}

/** Open the journal; rejects where the browser keeps nothing. `lost` is called if somebody takes it away while it is open. */
export function openJournal(lost: () => void): Promise<Journal> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(ROWS)
    asked.onerror = () => reject(asked.error ?? new Error('no database'))
    asked.onblocked = () => reject(new Error('blocked'))
    asked.onsuccess = () => {
      const database = asked.result
      database.onclose = lost
      database.onversionchange = () => {
        database.close()
        lost()
      }
      resolve(journalIn(database))
    }
  })
}

function journalIn(database: IDBDatabase): Journal {
  return {
    async read() {
      const rows = database.transaction(ROWS).objectStore(ROWS)
      const [keys, texts] = await Promise.all([result(rows.getAllKeys()), result(rows.getAll())])
      return keys.map((key, at) => {
        const [match, index] = key as [string, number]
        return [match, index, texts[at] as string]
      })
    },
    write(changed) {
      return new Promise((resolve, reject) => {
        const transaction = database.transaction(ROWS, 'readwrite', { durability: 'strict' })
        const rows = transaction.objectStore(ROWS)
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
        for (const [match, index, text] of changed) {
          if (text === '') rows.delete(allOf(match))
          else rows.put(text, [match, index])
        }
      })
    },
  }
}

/** All rows of a match. */
const allOf = (match: string): IDBKeyRange => IDBKeyRange.bound([match, -1], [match, Infinity])

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('failed'))
  })
}
