import { Loader } from '@mantine/core'
import { authTexts } from '#contract/texts/auth.ts'
import classes from './checking-access.module.css'

export function CheckingAccess() {
  return (
    <main className={classes.root}>
      <Loader size="sm" aria-hidden="true" />
      <h1 className={classes.words}>{authTexts.checkingAccess}</h1>
    </main>
  )
}
