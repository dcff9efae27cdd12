import { KEY_VARIABLES } from './keys.ts'

/** The name of a key variable with its dollar sign, as the scrubber leaves it; not the mark of an altered key. */
const PLACEHOLDER = new RegExp(`(\\$(?:${Object.values(KEY_VARIABLES).join('|')}))(?![A-Z_(])`)

/**
 * One word for a POSIX shell with exactly this text, in single quotes. A placeholder of the scrubber becomes the
 * variable's value.
 */
export function shellWord(text: string): string {
  const parts = text.split(PLACEHOLDER)
  const words = parts.map((part, i) => (i % 2 === 1 ? `"${part}"` : part === '' ? '' : singleQuoted(part)))
  return words.join('') || "''"
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Runs of this length are written as a repetition. */
const LONG_RUN = 64

/** A shell command that prints exactly this text, using Node, with long runs of a character abbreviated. */
export function printCommand(text: string): string {
  const parts = text.split(new RegExp(`((.)\\2{${LONG_RUN - 1},})`, 'su'))
  // split returns three pieces per run: the text before, the run, its character.
  const terms = parts.flatMap((part, i) => {
    if (part === '' || i % 3 === 2) return []
    const first = parts[i + 1] ?? ''
    return [i % 3 === 1 ? `${scriptString(first)}.repeat(${part.length / first.length})` : scriptString(part)]
  })
  const expression = terms.join('+') || '""'
  return `node -e ${shellWord(`process.stdout.write(${expression})`)}`
}

/** A JavaScript string literal in printable characters; a `$` placeholder becomes the variable's value. */
function scriptString(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
