// All page tests share one browser; each file registers the stories of one subject.

import { after } from 'node:test';
import { startBrowser } from './browser.mjs';
import { actionStories } from './actions.mjs';
import { aimingStories } from './aiming.mjs';
import { armingStories } from './arming.mjs';
import { hostileStories } from './hostile.mjs';
import { kindStories } from './kinds.mjs';
import { nameStories } from './names.mjs';
import { nearStories } from './near.mjs';
import { layerStories } from './layers.mjs';
import { objectStories } from './objects.mjs';
import { paintedStories } from './painted.mjs';
import { readingStories } from './reading.mjs';
import { roomStories } from './room.mjs';
import { settlingStories } from './settling.mjs';
import { sightStories } from './sight.mjs';
import { snapshotStories } from './snapshot.mjs';
import { unpaintedStories } from './unpainted.mjs';
import { unreadStories } from './unread.mjs';
import { writtenStories } from './written.mjs';

const browser = await startBrowser();
after(browser.close);

snapshotStories(browser.page);
nameStories(browser.page);
nearStories(browser.page);
kindStories(browser.page);
objectStories(browser.page);
sightStories(browser.page);
unreadStories(browser.page);
paintedStories(browser.page);
unpaintedStories(browser.page);
writtenStories(browser.page);
layerStories(browser.page);
readingStories(browser.page);
roomStories(browser.page);
aimingStories(browser.page);
armingStories(browser.page);
actionStories(browser.page);
settlingStories(browser.page);
hostileStories(browser.page);
