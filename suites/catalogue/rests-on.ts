import { FILTERS } from '../lists/filter-table.ts'
import { LISTS } from '../../lib/spec/operations.ts'
import { LIST_FACTS, listRule } from '../lists/facts.ts'

/** A foreign `chatbot_id` rests on the filters of the list, on its total, and on its isolation. */
const FOREIGN_CHATBOTS = Object.fromEntries(
  LISTS.flatMap((list) => {
    const { foreignChatbot, isolation } = LIST_FACTS[list]
    const filters = Object.values(FILTERS[list]).map(({ requirement }) => requirement)
    return foreignChatbot === undefined
      ? []
      : [[foreignChatbot, [...filters, listRule(list, 'total'), isolation]]]
  }),
)

/** What single requirements rest on, beyond the operation and the body that they are about. */
export const SINGLE: Readonly<Record<string, readonly string[]>> = {
  ...FOREIGN_CHATBOTS,
  'ERROR-02': ['ERROR-01'],
  'LIST-LEADS-22': ['CREATE-LEAD-04'],
  'INPUT-06': [
    'CREATE-LEAD-06',
    'PATCH-CONVERSATION-07',
    'PATCH-CONVERSATION-08',
    'ADD-NOTE-06',
    'ADD-NOTE-07',
  ],
  'INPUT-01': ['GET-CONVERSATION-02', 'GET-CONVERSATION-03', 'GET-LEAD-02'],
  'LEAD-04': ['CREATE-LEAD-13'],
  ...Object.fromEntries(['03', '04', '05', '06', '07', '08'].map((n) => [`VERSION-${n}`, ['VERSION-02']])),
}
