import { Landing } from './landing.tsx'

export function UserDashboardPage() {
  return <Landing title="User Dashboard" plan="Here your orders, invoices and favourite products will be summed up." />
}
