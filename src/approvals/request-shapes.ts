const requestStates = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type RequestState = (typeof requestStates)[number]
