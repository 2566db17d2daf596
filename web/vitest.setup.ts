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
