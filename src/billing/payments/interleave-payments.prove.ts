import { interleavePayments } from './testing-interleavings.ts'

await interleavePayments({ choose: (all) => all, rounds: 25 })
