import { ProblemBox } from '#web/ui/problem-box.tsx'
import classes from './crash-screen.module.css'

/**
 * What is left when a screen breaks: a bug, or a part of an older version that the server no longer has. The way home
 * loads the page anew, so that it leads out of either.
 */
export function CrashScreen() {
  return (
    <section className={classes.root} aria-label="Problem">
      <h1 className="visually-hidden">Problem</h1>
      <ProblemBox
        message="This screen could not be shown. Reloading the page usually helps."
        retryLabel="Load again"
        onRetry={() => window.location.reload()}
      />
      <a className={classes.home} href="/">
        Go to the dashboard
      </a>
    </section>
  )
}
