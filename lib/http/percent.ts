/**
 * Percent-encoded text for a path or query. A lone surrogate is sent as U+FFFD: it has no UTF-8, and
 * encodeURIComponent would throw.
 */
export function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
  }
}
