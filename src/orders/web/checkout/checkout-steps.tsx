import { StepsBar } from '#web/ui/steps-bar.tsx'

const steps = ['Sign-In', 'Shipping', 'Place Order'] as const

export function CheckoutSteps({ at }: { at: (typeof steps)[number] }) {
  return <StepsBar steps={steps} current={steps.indexOf(at)} />
}
