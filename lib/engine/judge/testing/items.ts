type More = Readonly<Record<string, unknown>>
type Build = (more?: More) => Record<string, unknown>

export const AT = '2026-11-01T10:00:00Z'

/** Valid resources of part 2, with all required and some optional fields. */
export const conversation: Build = (more) => ({
  id: 'c1',
  chatbot_id: 'bot1',
  visitor_id: null,
  is_lead: false,
  is_resolved: false,
  status: 'open',
  tags: ['vip'],
  message_count: 1,
  language_code: 'en',
  created_at: AT,
  updated_at: AT,
  ...more,
})

export const message: Build = (more) => ({
  id: 'm1',
  role: 'user',
  content: 'Hello',
  created_at: AT,
  ...more,
})

export const detail: Build = (more) => conversation({ messages: [message()], ...more })

export const lead: Build = (more) => ({
  id: 'l1',
  chatbot_id: 'bot1',
  name: 'Ada',
  email: 'ada@example.org',
  phone: null,
  status: 'new',
  conversation_id: 'c1',
  created_at: AT,
  ...more,
})

export const me: Build = (more) => ({
  team_id: 't1',
  team_name: 'Team',
  key_name: 'CI',
  key_prefix: 'sk_live_ab',
  ...more,
})

export const day: Build = (more) => ({
  date: '2026-11-01',
  conversations: 1,
  messages: 2,
  tokens: 3,
  ...more,
})

export const summary: Build = (more) => ({
  window: '30d',
  totals: { conversations: 1, leads: 1, messages: 2, tokens: 3 },
  by_day: [day()],
  ...more,
})
