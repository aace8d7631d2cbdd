import classes from './brand.module.css'

/** The mark and the title of this installation. */
export function Brand({ title }: { title: string }) {
  return (
    <span className={classes.root}>
      <img src="/favicon.svg" alt="" width={22} height={22} />
      <span className={classes.title}>{title}</span>
    </span>
  )
}
