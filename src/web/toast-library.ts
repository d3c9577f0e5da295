// The look of messages comes with them.
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import './toasts.css'

export { Notifications, notifications } from '@mantine/notifications'
