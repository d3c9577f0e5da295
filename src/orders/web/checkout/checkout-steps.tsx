import { Group, VisuallyHidden } from '@mantine/core'
import { Check } from 'lucide-react'
import styles from './checkout-steps.module.css'

const steps = ['Sign-In', 'Shipping', 'Place Order'] as const

export function CheckoutSteps({ at }: { at: (typeof steps)[number] }) {
  const current = steps.indexOf(at)
  return (
    <Group component="ol" gap={8} wrap="nowrap" maw="40rem" mb="md" aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={styles.step}
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {index < current ? <Check size={14} strokeWidth={3} /> : index + 1}
          </span>
          {step}
          {index < current && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      ))}
    </Group>
  )
}
