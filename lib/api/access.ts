/** Reads that show whether a target is this API and accepts a key, the cheapest first. */
export const PROOFS = ['/me', '/chatbots', '/conversations'] as const

/** What a 403 on every request may mean. */
export const FORBIDDEN_EVERYWHERE =
  'is the workspace of that key on the plan tier Scale or above (specification part 1), and may the key be used from here?'
