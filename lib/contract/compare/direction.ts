/** Who sends the value: a response may promise more than the contract, a request body has to say the same. */
export type Direction = 'request' | 'response'
