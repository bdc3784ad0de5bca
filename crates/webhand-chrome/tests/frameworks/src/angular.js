import '@angular/compiler';
import { Component, provideZonelessChangeDetection } from '@angular/core';
import { FormControl, FormGroup, FormsModule, ReactiveFormsModule } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';
import { place, tell } from './told.js';

class Form {
  // A template-driven field beside a reactive group.
  name = 'Ana';
  group = new FormGroup({ notes: new FormControl(''), colour: new FormControl('Red'), gift: new FormControl(false) });

  constructor() {
    this.group.valueChanges.subscribe(() => this.tell());
    this.tell();
  }

  rename(name) {
    this.name = name;
    this.tell();
  }

  tell() {
    tell({ name: this.name, ...this.group.value });
  }
}

Component({
  selector: 'test-form',
  imports: [FormsModule, ReactiveFormsModule],
  template: `<form [formGroup]="group">
    <label>Name <input [ngModelOptions]="{standalone: true}" [ngModel]="name" (ngModelChange)="rename($event)"></label>
    <label>Notes <textarea formControlName="notes"></textarea></label>
    <label>Colour <select formControlName="colour"><option>Red</option><option>Green</option><option>Blue</option></select></label>
    <label><input type="checkbox" formControlName="gift"> Gift</label>
  </form>`,
})(Form);

place().append(document.createElement('test-form'));
bootstrapApplication(Form, { providers: [provideZonelessChangeDetection()] });
