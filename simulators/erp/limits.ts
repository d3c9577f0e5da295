import type { Limits } from './profile.ts'
import { html, serviceUnavailable } from './reply.ts'
import type { Reply } from './reply.ts'

export type LimitSwitch = {
  set: (limits: Limits) => void
  current: () => Limits
  /** Null when one more request may be worked on; it must be followed by leave(). */
  refuse: () => Reply | null
  leave: () => void
}

export const newLimitSwitch = (initial: Limits): LimitSwitch => {
  let limits = initial
  let working = 0
  let minute = 0
  let inMinute = 0
  return {
    set: (changed) => {
      limits = changed
    },
    current: () => limits,
    refuse: () => {
      const thisMinute = Math.floor(Date.now() / 60_000)
      if (thisMinute !== minute) [minute, inMinute] = [thisMinute, 0]
      inMinute += 1
      if (limits.perMinute !== null && inMinute > limits.perMinute) return tooMany()
      if (limits.concurrent !== null && working >= limits.concurrent) return serviceUnavailable()
      working += 1
      return null
    },
    leave: () => {
      working -= 1
    },
  }
}

const tooMany = () => {
  const reply = html(429, 'Too Many Requests')
  reply.headers['retry-after'] = String(60 - (Math.floor(Date.now() / 1000) % 60))
  return reply
}
