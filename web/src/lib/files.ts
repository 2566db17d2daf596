/** Files in and out of the page. */

/** Hand the reader a text as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // a slow device may still be reading it
}

/** `slugfest-2031-05-01.json`: all matches of a day, found again by whoever looks for them. */
export const exportName = (now = new Date()): string => `slugfest-${now.toISOString().slice(0, 10)}.json`
