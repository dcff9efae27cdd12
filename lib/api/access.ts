/** Reads that show whether a target is this API and takes a key; the first is the cheapest. */
export const PROOFS = ['/me', '/chatbots', '/conversations'] as const

/** What a 403 for every request may mean. */
export const FORBIDDEN_EVERYWHERE =
  'is the workspace of that key on the plan tier Scale or above (specification part 1), and may the key be used from here?'
