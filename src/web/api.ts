import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Endpoint, orderingForHeader, type Reply, type Sent } from '#shared/endpoint.ts'
import { ApiError, failureOf } from './api-error.ts'
import { callAddress } from './api-address.ts'
import { fetchAsUser } from './fetch-as-user.ts'
import { readFirstAnswer, takeFirstAnswer } from './first-answer.ts'
import { makePresses } from './one-press.ts'
import { chooseCustomer, customer } from './ordering-for.ts'
import { noteFailure } from './outage.ts'
import { promptPassword } from './password-question.ts'
import { session } from './session.ts'
import { clearToasts, toastError, toastSuccess } from './toast.ts'

interface Options {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Receives the headers of a successful response; lists send their row count there. */
  onHeaders?: (headers: Headers) => void
}

/** Endpoints without parameters can be called without `sent`. */
type Args<E extends Endpoint> =
  {} extends Sent<E> ? [sent?: Sent<E>, options?: Options] : [sent: Sent<E>, options?: Options]

let factorNeeded: () => void = () => {}

/** Sets the handler for users whose role requires a second factor that they have not set up. */
export const onFactorNeeded = (needed: () => void): void => {
  factorNeeded = needed
}

const textOf = (body: unknown): string | Blob => (body instanceof Blob ? body : JSON.stringify(body))

/** Calls the API; a Blob is a body that is JSON already. There is no timeout; failures throw `ApiError`. */
export const call = async <E extends Endpoint>(endpoint: E, ...[sent, options]: Args<E>): Promise<Reply<E>> => {
  const parts: { params?: unknown; query?: unknown; body?: unknown } = sent ?? {}
  const address = callAddress(endpoint.path, parts)
  const chosen = customer()
  // The page requested its first answer before any customer was chosen.
  const ahead = chosen ? undefined : takeFirstAnswer(address, session().user?.token)
  const first = ahead && (await ahead)
  const response =
    (first?.status === 401 ? null : first) ??
    (await reach(address, {
      method: endpoint.method,
      headers: {
        ...(chosen && { [orderingForHeader]: chosen._id }),
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
        ...options?.headers,
      },
      ...(parts.body !== undefined && { body: textOf(parts.body) }),
      ...(options?.signal && { signal: options.signal }),
    }))
  const isText = response.headers.get('content-type')?.startsWith('text/plain')
  const reply: unknown = isText ? await response.text() : await response.json().catch(() => null)
  if (response.ok) {
    options?.onHeaders?.(response.headers)
    return reply as Reply<E> // guaranteed by the server's reply schema
  }
  const failure = failureOf(response.status, reply)
  noteFailure(failure)
  if (failure.details['factorNeeded'] === true) factorNeeded()
  if (failure.details['customerGone'] === true && customer()?._id === chosen?._id) chooseCustomer(null)
  if (failure.details['passwordNeeded'] === true && (await promptPassword()))
    return call(endpoint, ...([sent, options] as Args<E>)) // same arguments
  throw failure
}

/** Query options of a read; the cache key is the endpoint's path and what was sent. */
export const queryOf = <E extends Endpoint>(endpoint: E, ...[sent]: Args<E>) =>
  queryOptions<Reply<E>, ApiError, Reply<E>, readonly [string, Sent<E>?]>({
    queryKey: sent ? [endpoint.path, sent] : [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, ...([sent, { signal }] as Args<E>)), // Args only makes `sent` optional
  })

/**
 * Query options of a read that an edit form starts from. It is never answered from the cache, nor refetched while the
 * page is open: a form must not open on values that the last save has replaced, nor lose what was typed.
 */
export const editedQueryOf = <E extends Endpoint>(endpoint: E, ...args: Args<E>) =>
  queryOptions<Reply<E>, ApiError, Reply<E>, readonly [string, Sent<E>?]>({
    ...queryOf(endpoint, ...args),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The answer that the page fetched before the code loaded, so that a screen renders whole the first time. */
export const prefetched = <E extends Endpoint>(endpoint: E, ...[sent]: Args<E>): Reply<E> | undefined =>
  customer()
    ? undefined
    : // The first answer is of the same address, so it has this type.
      (readFirstAnswer(callAddress(endpoint.path, sent ?? {}), session().user?.token) as Reply<E> | undefined)

interface Change<E extends Endpoint> {
  /** Reads to refetch after this change. */
  refresh?: Endpoint[]
  /** Refetch after an error as well. */
  refreshesAlways?: boolean
  /** The toast; by default the reply's `message`. Null if the screen shows the result. */
  success?: string | null | ((reply: Reply<E>) => string)
  headers?: (sent: Sent<E>) => Record<string, string>
  /** True for errors that the screen shows itself, to suppress the toast. */
  quiet?: (error: ApiError) => boolean
  onSuccess?: (reply: Reply<E>, sent: Sent<E>) => unknown
}

/**
 * A mutation with one toast for its result that refetches the reads it made stale. A second press is ignored, and an
 * idempotency key lets the server recognize a retry whose first response was lost.
 */
export const useChange = <E extends Endpoint>(endpoint: E, change: Change<E> = {}) => {
  const client = useQueryClient()
  const refresh = () => {
    for (const { path } of change.refresh ?? []) void client.invalidateQueries({ queryKey: [path] })
  }
  const [presses] = useState(() => makePresses())
  const { success = messageOf } = change
  const headersFor = (sent: Sent<E>) => ({ 'idempotency-key': presses.keyOf(sent), ...change.headers?.(sent) })
  const mutation = useMutation<Reply<E>, ApiError, Sent<E>>({
    mutationFn: (sent) => answerToUser(call(endpoint, ...([sent, { headers: headersFor(sent) }] as Args<E>))), // as above
    onSuccess: async (reply, sent) => {
      const words = typeof success === 'function' ? success(reply) : success
      if (words) toastSuccess(words)
      refresh()
      await change.onSuccess?.(reply, sent)
    },
    onError: (error) => {
      if (!change.quiet?.(error)) toastError(error.message)
      if (change.refreshesAlways) refresh()
    },
    onSettled: (_reply, error, sent) => presses.end(sent, error === null),
  })
  const mutate: typeof mutation.mutate = (...given) => {
    if (!presses.begin(given[0])) return
    // Messages of the previous press would be misleading.
    clearToasts()
    mutation.mutate(...given)
  }
  const mutateAsync: typeof mutation.mutateAsync = async (...given) =>
    presses.begin(given[0]) ? mutation.mutateAsync(...given) : neverAnswered
  return { ...mutation, mutate, mutateAsync }
}

const messageOf = (reply: unknown): string | null =>
  reply !== null && typeof reply === 'object' && 'message' in reply ? String(reply.message) : null

/** The promise of an ignored press never settles. */
const neverAnswered = new Promise<never>(() => {})

/** After a sign-out, results of the former user's actions are dropped. */
const answerToUser = async <R>(answer: Promise<R>): Promise<R> => {
  const actor = session().user?._id
  await answer.catch(() => {})
  return session().user?._id === actor ? answer : neverAnswered
}

const reach = async (address: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetchAsUser(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    const failure = new ApiError(0, 'The portal cannot be reached. Check your connection and try again.', {})
    noteFailure(failure)
    throw failure
  }
}
