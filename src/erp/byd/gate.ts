export type Priority = 'placing' | 'feeding'

export type Gate = <T>(priority: Priority, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * At most three requests run at a time, two of them feeds, so that an order never waits behind feeds. Aborting removes
 * a waiting request but does not reject a running one, as queue libraries do: a create that may have arrived would
 * count as not sent and be sent again.
 */
export const openGate = (places = 3): Gate => {
  const inside: Record<Priority, number> = { placing: 0, feeding: 0 }
  let waiting: { priority: Priority; enter: () => void }[] = []

  const isFree = (priority: Priority) =>
    inside.placing + inside.feeding < places && (priority === 'placing' || inside.feeding < places - 1)

  const letIn = () => {
    for (const priority of ['placing', 'feeding'] as const)
      for (const one of waiting.filter((other) => other.priority === priority)) {
        if (!isFree(priority)) break
        waiting = waiting.filter((other) => other !== one)
        inside[priority] += 1
        one.enter()
      }
  }

  const enter = (priority: Priority, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const one = { priority, enter: resolve }
      waiting.push(one)
      signal?.addEventListener(
        'abort',
        () => {
          if (!waiting.includes(one)) return
          waiting = waiting.filter((other) => other !== one)
          reject(signal.reason as Error)
        },
        { once: true },
      )
      letIn()
    })

  return async (priority, work, signal) => {
    await enter(priority, signal)
    try {
      return await work()
    } finally {
      inside[priority] -= 1
      letIn()
    }
  }
}
