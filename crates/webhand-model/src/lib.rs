//! webhand-model
