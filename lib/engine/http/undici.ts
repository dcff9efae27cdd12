import { createRequire } from 'node:module'
import type * as Undici from 'undici'

// Loading all of undici takes three times as long as the parts that are used.
const require = createRequire(import.meta.url)

export const Agent: typeof Undici.Agent = require('undici/lib/dispatcher/agent.js')

export const buildConnector: typeof Undici.buildConnector = require('undici/lib/core/connect.js')

/** Sends one request with an agent; called as a method of it. */
export const request: Undici.Dispatcher['request'] = require('undici/lib/api/api-request.js')
