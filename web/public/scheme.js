// Runs before the first paint, so that the page never flashes in the other scheme. A file of its own because the
// content security policy allows no inline script. The key is `storageKeys.colorScheme` of web/lib/storage.ts.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('capline.color-scheme')
  } catch {
    // Storage may be closed to us: the system's scheme it is.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
