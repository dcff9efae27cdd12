/** What single requirements rest on, beyond the operation and the body that they are about. */
export const SINGLE: Readonly<Record<string, readonly string[]>> = {
  'ERROR-02': ['ERROR-01'],
  'LIST-LEADS-22': ['CREATE-LEAD-04'],
  'LEAD-04': ['CREATE-LEAD-13'],
}
