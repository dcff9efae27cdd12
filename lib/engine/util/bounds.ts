/* How much the tool keeps or shows. No verdict depends on these bounds. */

/** The most names in one sentence. */
export const FEW = 3

/** The most of one kind that a record lists: findings on a requirement, names of parameters, paths. */
export const MOST_LISTED = 20

/** The most keys of clients that are told apart in traffic, and masked by their values. */
export const MOST_KEYS = 1000

/** The most characters of a target's words in one line. */
export const LONGEST_WORDS = 160

/** The first few of some names, and how many more there are: `a, b, c and 4 more`. */
export function few(names: readonly string[]): string {
  const more = names.length > FEW ? ` and ${names.length - FEW} more` : ''
  return `${names.slice(0, FEW).join(', ')}${more}`
}
