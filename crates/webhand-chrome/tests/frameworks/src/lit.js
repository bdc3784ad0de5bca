import { html, LitElement } from 'lit';
import { live } from 'lit/directives/live.js';
import { place, tell } from './told.js';

/** In its shadow root, with values bound both ways. */
class TestForm extends LitElement {
  static properties = { model: { state: true } };

  constructor() {
    super();
    this.model = { name: 'Ana', notes: '', colour: 'Red', gift: false };
  }

  set(key, value) {
    this.model = { ...this.model, [key]: value };
  }

  render() {
    tell(this.model);
    const { name, notes, colour, gift } = this.model;
    return html`<form>
      <label>Name <input .value=${live(name)} @input=${(event) => this.set('name', event.target.value)} /></label>
      <label>Notes <textarea .value=${live(notes)} @input=${(event) => this.set('notes', event.target.value)}></textarea></label>
      <label>
        Colour
        <select .value=${live(colour)} @change=${(event) => this.set('colour', event.target.value)}>
          <option>Red</option>
          <option>Green</option>
          <option>Blue</option>
        </select>
      </label>
      <label><input type="checkbox" .checked=${live(gift)} @change=${(event) => this.set('gift', event.target.checked)} /> Gift</label>
    </form>`;
  }
}

customElements.define('test-form', TestForm);
place().append(document.createElement('test-form'));
