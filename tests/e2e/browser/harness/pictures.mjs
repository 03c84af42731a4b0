// Pictures that are kept, and a comparison that lets the edges of letters differ.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fromUi } from './chromium.mjs';

const { PNG } = fromUi('pngjs');
const { default: pixelmatch } = await import(pathToFileURL(fromUi.resolve('pixelmatch')));

const KEPT = fileURLToPath(new URL('../gallery/', import.meta.url));
const SEEN = fileURLToPath(new URL('../../../../target/gallery/', import.meta.url));

/** Of the pixels, how many may differ: a browser of another age draws letters a little otherwise. */
const MAY_DIFFER = 0.012;
/** A difference of colour that counts, of 1. Softer ones are the edges of letters. */
const COUNTS_FROM = 0.18;

/** Half as wide and half as high: each pixel the mean of four. Small to keep, and edges weigh less. */
function halved(image) {
  const half = new PNG({ width: image.width >> 1, height: image.height >> 1 });
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      for (let part = 0; part < 4; part++) {
        const at = (dx, dy) => image.data[((2 * y + dy) * image.width + 2 * x + dx) * 4 + part];
        half.data[(y * half.width + x) * 4 + part] = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) >> 2;
      }
    }
  }
  return half;
}

/** As small as it goes: of each colour the four bits that a comparison could tell apart. */
function pack(image) {
  for (let i = 0; i < image.data.length; i++) image.data[i] = Math.round(image.data[i] / 17) * 17;
  return PNG.sync.write(image, { colorType: 2, deflateLevel: 9, filterType: -1 });
}

/** Parts of one long picture: `boxes` are `{ name, top, height }` in its pixels. */
export function cut(bytes, boxes) {
  const whole = PNG.sync.read(bytes);
  return boxes.map(({ name, top, height }) => {
    const image = new PNG({ width: whole.width, height: Math.min(height, whole.height - top) });
    PNG.bitblt(whole, image, 0, top, whole.width, image.height, 0, 0);
    return { name, image };
  });
}

/**
 * What is wrong with a picture beside the one that is kept; empty where nothing is.
 * PARLEY_BLESS=1 keeps it instead. What differs is left in target/gallery.
 */
export async function compare(name, picture, { halvings = 1 } = {}) {
  let now = Buffer.isBuffer(picture) ? PNG.sync.read(picture) : picture;
  for (let i = 0; i < halvings; i++) now = halved(now);
  if (process.env.PARLEY_BLESS) {
    await mkdir(KEPT, { recursive: true });
    await writeFile(`${KEPT}${name}.png`, pack(now));
    return '';
  }
  const leave = async (what, image) => {
    await mkdir(SEEN, { recursive: true });
    await writeFile(`${SEEN}${name}-${what}.png`, pack(image));
  };
  const bytesKept = await readFile(`${KEPT}${name}.png`).catch(() => null);
  if (bytesKept === null) {
    await leave('now', now);
    return 'there is no picture to compare it with: look at it and run PARLEY_BLESS=1 make browser';
  }
  const kept = PNG.sync.read(bytesKept);
  if (kept.width !== now.width || Math.abs(kept.height - now.height) > Math.max(2, kept.height * 0.01)) {
    await leave('now', now);
    return `it is ${now.width} × ${now.height} (halved), and was ${kept.width} × ${kept.height}`;
  }
  const height = Math.min(kept.height, now.height);
  const size = now.width * height * 4;
  const difference = new PNG({ width: now.width, height });
  const count = pixelmatch(
    kept.data.subarray(0, size),
    now.data.subarray(0, size),
    ...[difference.data, now.width, height, { threshold: COUNTS_FROM, includeAA: false }],
  );
  const share = count / (now.width * height);
  if (share <= MAY_DIFFER) return '';
  await leave('now', now);
  await leave('difference', difference);
  return `${(share * 100).toFixed(1)} % of it looks different (see target/gallery/${name}-difference.png)`;
}
