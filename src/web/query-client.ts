import { QueryClient } from '@tanstack/react-query'
import { retryDelay, worthRetrying } from './api-error.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, retryDelay, gcTime: 5 * 60_000 },
    mutations: { retry: false },
  },
})
