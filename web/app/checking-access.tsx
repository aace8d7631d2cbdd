import { Loader } from '@mantine/core'
import { texts } from '#contract/texts.ts'
import classes from './checking-access.module.css'

export function CheckingAccess() {
  return (
    <main className={classes.root}>
      <Loader size="sm" aria-hidden="true" />
      <h1 className={classes.words}>{texts.auth.checkingAccess}</h1>
    </main>
  )
}
