/** Texts of exact lengths. */

/**
 * A text of an exact length that begins with a mark, in a form that the field accepts if the length is
 * allowed.
 */
export function ofLength(field: string, length: number, mark: string): string {
  switch (field) {
    case 'email':
      return longEmail(length, mark)
    case 'source_url':
      return `https://example.com/${mark}/`.padEnd(length, 'a')
    case 'phone':
      return '+1'.padEnd(length, '5')
    default:
      // `é` shows a service that counts bytes instead of characters.
      return `${mark}-`.slice(0, length).padEnd(length, 'é')
  }
}

/** An address whose local part has 64 characters, and each of its labels at most 63. */
function longEmail(length: number, mark: string): string {
  const [local, zone] = [mark.padEnd(64, 'a'), '.example.com']
  const room = length - local.length - 1 - zone.length
  const labels = Array.from({ length: room }, (_, index) => (index % 64 === 63 ? '.' : 'b'))
  return `${local}@${labels.join('')}${zone}`
}
