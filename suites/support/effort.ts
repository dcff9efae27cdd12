/**
 * How many of many similar things are tried: more of them cost requests, and find little more. No number here
 * decides a violation.
 */
export const EFFORT = {
  /** Transcripts that are read only for their messages: the longest ones. */
  transcripts: 1,
  /** Rows among many similar ones: three show most statuses and flags. */
  kinds: 3,
  /** Rows at the end of a list, among which the oldest one of a kind is searched. */
  alike: 10,
  /**
   * Lists of this many pages are read to the end; of longer ones, the first pages, one in the middle and the
   * last.
   */
  pages: 5,
  /** How often writes meet: an effect in one of three tries is seen in four of five runs. */
  rounds: 4,
  /**
   * Chatbots whose figures are compared: if two figures are equal, each chatbot costs a request in both
   * workspaces.
   */
  chatbots: 20,
} as const
