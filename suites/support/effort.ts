/** How many of many similar things are tried: more of them cost requests, and find little more. No number here decides that something is violated. */
export const EFFORT = {
  /** Transcripts that are read for their messages alone: the longest ones. */
  transcripts: 2,
  /** Rows of many alike: four show each status and flag of most workspaces. */
  kinds: 4,
  /** Rows at the end of a list, among which the oldest one of a kind is looked for. */
  alike: 10,
  /** Lists of so many pages are read to the end; of longer ones the first pages, one in the middle and the last. */
  pages: 5,
  /** How often writes meet: what happens in one of three tries is seen in six of seven runs. */
  rounds: 5,
  /** Chatbots whose figures are compared: each costs a request in both workspaces, where two figures are equal. */
  chatbots: 20,
} as const
