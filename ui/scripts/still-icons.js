/*
 * Icons as the still pictures they are. The library's component computes the attributes of every
 * shape each time an icon appears: a block of code with its two buttons spent more time on them
 * than on its text. The one that takes its place here makes the shapes once and copies them.
 */

const ICON = /@lucide[/\\]svelte[/\\]dist[/\\]icons[/\\][^/\\]+\.svelte$/;
const FRAME = /@lucide[/\\]svelte[/\\]dist[/\\]Icon\.svelte$/;

/** Every icon: what it was given, whole, and its shapes. */
const ONE = `<Icon of={props} icon={iconData} />`;

const AROUND = `<script module lang="ts">
  const made = new WeakMap();
  function shapesOf({ node }) {
    const shapes = document.createDocumentFragment();
    for (const [tag, attributes] of node) {
      const shape = document.createElementNS('http://www.w3.org/2000/svg', tag);
      for (const name in attributes) shape.setAttribute(name, attributes[name]);
      shapes.append(shape);
    }
    return shapes;
  }
</script>
<script lang="ts">
  let { of, icon } = $props();
  function shapes(svg) {
    let found = made.get(icon);
    if (!found) made.set(icon, (found = shapesOf(icon)));
    svg.append(found.cloneNode(true));
  }
</script>
<svg width={of.size ?? 24} height={of.size ?? 24} viewBox="0 0 24 24" fill={of.fill ?? 'none'} stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" class={['lucide', of.class]} {@attach shapes}></svg>`;

export const stillIcons = {
  name: 'still-icons',
  markup({ content, filename = '' }) {
    if (FRAME.test(filename)) return { code: AROUND };
    if (!ICON.test(filename)) return undefined;
    const code = content.replace(/<Icon .*\/>/, ONE);
    if (code === content || !content.includes('"size": 24')) {
      throw new Error(`${filename} is no icon as it is expected`);
    }
    return { code };
  },
};
