// Shows a page of our own where the server cannot be reached, and notices of a turn. Everything else goes its ordinary way: the page itself always
// comes from the network, so that it is never an old one; hashed files are kept by the browser; /api is never touched.

const CACHE = 'kafelki-offline-1'; // raise the number with any change of the files below
const OFFLINE = '/offline.html';
const KEPT = [OFFLINE, '/offline.css', '/icon.svg'];

self.addEventListener('install', (event) => {
  const fresh = KEPT.map((path) => new Request(path, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  const wanted = request.mode === 'navigate' ? OFFLINE : KEPT.includes(pathname) ? pathname : null;
  if (wanted === null) return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(wanted)) ?? Response.error()));
});

// ---- Notices: what to say comes with them, in the language that was chosen when they were switched on.

self.addEventListener('push', (event) => {
  const { title, body, path, tag, lang } = event.data.json();
  const look = { body, tag, lang, data: path, icon: '/icon-192.png', badge: '/icon-192.png', renotify: true };
  event.waitUntil(self.registration.showNotification(title, look));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data ?? '/', self.location.origin)));
});

/** The page at that place: the window that is there already, or a new one. */
async function show(place) {
  if (place.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === place.pathname);
  await (there ? there.focus() : self.clients.openWindow(place.href));
}
