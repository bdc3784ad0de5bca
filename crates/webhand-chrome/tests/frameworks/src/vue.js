import { createApp, reactive, watchEffect } from 'vue';
import { place, tell } from './told.js';

const model = reactive({ name: 'Ana', notes: '', colour: 'Red', gift: false });
watchEffect(() => tell(model));

createApp({
  setup: () => ({ model }),
  template: `<form>
    <label>Name <input v-model.trim="model.name"></label>
    <label>Notes <textarea v-model.lazy="model.notes"></textarea></label>
    <label>Colour <select v-model="model.colour"><option>Red</option><option>Green</option><option>Blue</option></select></label>
    <label><input type="checkbox" v-model="model.gift"> Gift</label>
  </form>`,
}).mount(place());
