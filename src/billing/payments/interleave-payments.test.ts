import { startChance } from '#platform/testing-seed.ts'
import { interleavePayments } from './testing-interleavings.ts'

const chance = startChance()

// A random sample for each provider; interleave-payments.prove.ts runs all sequences.
await interleavePayments({
  choose: (all) => Array.from({ length: 6 }, () => all[Math.floor(chance() * all.length)] ?? []),
  rounds: 5,
})
