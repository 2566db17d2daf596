import { cleanup, configure } from '@testing-library/svelte'
import { afterEach } from 'vitest'

// Whether something is hidden is asked of the style of all that surrounds it, which takes happy-dom ten times as long
// as finding it; and it knows none of the styles that hide things here. What people can see is tested in Chromium.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 }) // a busy machine is no fault

// happy-dom has no Web Animations. Svelte's transitions only need an animation that is over at once;
// what really moves is tested in Chromium.
Element.prototype.animate = () => {
  const animation = {
    cancel() {},
    finish() {},
    currentTime: 0,
    playState: 'finished',
    onfinish: null as (() => void) | null,
  }
  queueMicrotask(() => animation.onfinish?.())
  return animation as unknown as Animation
}

// Files that share their modules load the library once, and it would clean up after the tests of the first file only.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})
