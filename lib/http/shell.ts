import { KEY_VARIABLES } from './keys.ts'

/**
 * A key variable's name with its dollar sign, as the scrubber leaves it in place of a key; not the mark of an
 * altered key.
 */
const PLACEHOLDER = new RegExp(`(\\$(?:${Object.values(KEY_VARIABLES).join('|')}))(?![A-Z_(])`)

/**
 * One word for a POSIX shell that stands for exactly this text: in single quotes, where nothing has a
 * meaning. A placeholder of the scrubber becomes the variable's value.
 */
export function shellWord(text: string): string {
  const parts = text.split(PLACEHOLDER)
  const words = parts.map((part, i) => (i % 2 === 1 ? `"${part}"` : part === '' ? '' : singleQuoted(part)))
  return words.join('') || "''"
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Runs this long are written as a repetition. */
const LONG_RUN = 64

/**
 * A shell command that writes exactly this text to its standard output, by Node, with long runs of one
 * character written short.
 */
export function printCommand(text: string): string {
  const parts = text.split(new RegExp(`((.)\\2{${LONG_RUN - 1},})`, 'su'))
  // split gives for each run three pieces: the text before it, the run, and its character.
  const terms = parts.flatMap((part, i) => {
    if (part === '' || i % 3 === 2) return []
    const first = parts[i + 1] ?? ''
    return [i % 3 === 1 ? `${scriptString(first)}.repeat(${part.length / first.length})` : scriptString(part)]
  })
  const expression = terms.join('+') || '""'
  return `node -e ${shellWord(`process.stdout.write(${expression})`)}`
}

/**
 * A JavaScript string literal in printable characters; a `$` placeholder inside still becomes the variable's
 * value.
 */
function scriptString(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
