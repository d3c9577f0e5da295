import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type AnchorOf<Look> = Look & Omit<ComponentPropsWithRef<'a'>, keyof Look>

/** Mantine's look on a link of the portal: a real address, so that a new tab works too. */
export const ButtonLink = createLink((props: AnchorOf<ButtonProps>) => <Button component="a" {...props} />)
export const TextLink = createLink((props: AnchorOf<AnchorProps>) => <Anchor {...props} />)
