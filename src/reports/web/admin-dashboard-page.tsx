import { Landing } from './landing.tsx'

export function AdminDashboardPage() {
  return <Landing title="Admin Dashboard" plan="Here users, orders and sales will be summed up." />
}
