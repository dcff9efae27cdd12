/** Text percent-encoded for a path or a query. A lone surrogate has no UTF-8, and encodeURIComponent throws; it goes out as U+FFFD. */
export function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
  }
}
