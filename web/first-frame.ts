/**
 * Draws the edges of the page and the title of its screen where both will stay, while the script that draws all of it is
 * on its way. Looks are in `ui/first-frame.css`; React clears it away with what it draws first.
 */
export function drawFirstFrame(title: string): void {
  const place = document.getElementById('root')
  // The page may not be read so far yet.
  if (!place) return document.addEventListener('readystatechange', () => drawFirstFrame(title), { once: true })
  // A script that was kept may come after what React has drawn.
  if (place.hasChildNodes()) return
  const frame = document.createElement('div')
  frame.className = 'first-frame'
  const heading = document.createElement('h1')
  heading.textContent = title
  frame.append(heading)
  place.append(frame)
}
