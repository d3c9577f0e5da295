import { randomUUIDv7 } from 'node:crypto'

let lastTime = 0
let count = 0

/**
 * A UUIDv7 greater than all earlier ones of this process. Node's own are in random order within a millisecond, but
 * rows are listed, emails sent and stock movements added up in the order of their IDs. The 12 bits after the time
 * count the IDs of a millisecond (RFC 9562, 6.2, method 1); the other 62 are random.
 */
export const newId = (): string => {
  const random = randomUUIDv7()
  const time = Number.parseInt(random.slice(0, 8) + random.slice(9, 13), 16)
  count = time > lastTime ? 0 : count + 1
  lastTime = Math.max(lastTime, time)
  if (count > 0xfff) [lastTime, count] = [lastTime + 1, 0]
  const hex = lastTime.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${count.toString(16).padStart(3, '0')}${random.slice(18)}`
}
