// Toast styles are loaded with their code.
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import './toasts.css'

export { Notifications, notifications } from '@mantine/notifications'
