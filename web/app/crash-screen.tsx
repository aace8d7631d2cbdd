import { ProblemBox } from '#web/ui/problem-box.tsx'
import classes from './crash-screen.module.css'

/**
 * Shown when a screen breaks: a bug, or a part of an older version that the server no longer has. The link to the
 * dashboard reloads the page, which helps with both.
 */
export function CrashScreen() {
  return (
    <section className={classes.root} aria-label="Problem">
      <h1 className="visually-hidden">Problem</h1>
      <ProblemBox
        message="This screen could not be shown. Reloading the page usually helps."
        retryLabel="Reload"
        onRetry={() => window.location.reload()}
      />
      <a className={classes.home} href="/">
        Go to the dashboard
      </a>
    </section>
  )
}
