import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type AnchorOf<Look> = Look & Omit<ComponentPropsWithRef<'a'>, keyof Look>

/** Router links with Mantine's look: real URLs, so that they open in a new tab too. */
export const ButtonLink = createLink((props: AnchorOf<ButtonProps>) => <Button component="a" {...props} />)
export const TextLink = createLink((props: AnchorOf<AnchorProps>) => <Anchor {...props} />)
