const LONGEST_SHOWN = 20
const LIKE_A_KEY = /(live|test|secret|token|key|sk|pk)[_-]/i

/**
 * A value for a message: quoted where it is short, plain and unlike a key, described otherwise. People paste keys into
 * the wrong place, and a message ends up in a log.
 */
export function quote(text: string): string {
  if (text === '') return 'an empty value'
  const plain = /^[\x20-\x7e]+$/.test(text)
  if (plain && text.length <= LONGEST_SHOWN && !LIKE_A_KEY.test(text)) return `"${text}"`
  return text.length === 1 ? 'a value of 1 character' : `a value of ${text.length} characters`
}
