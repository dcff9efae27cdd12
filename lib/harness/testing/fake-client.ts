import { type FakeClient, fakeClientOf, type Reaction } from '../../http/testing/fake-client.ts'
import { operationAt } from './answers.ts'

/** A real client with a fake service of this API. */
export function fakeClient(react: Reaction, budget?: number): FakeClient {
  return fakeClientOf(operationAt, react, budget)
}
